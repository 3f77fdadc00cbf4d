/* SPDX-License-Identifier: MIT */
/* WebAssembly has one thread here: whoever asks for another is told that there is none. */
#ifndef TAKHT_ONE_THREAD_H
#define TAKHT_ONE_THREAD_H

typedef int pthread_t;
typedef int pthread_once_t;
typedef int pthread_mutex_t;
#define PTHREAD_ONCE_INIT         0
#define PTHREAD_MUTEX_INITIALIZER 0

/* Nobody else can be inside. */
static inline int pthread_mutex_init(pthread_mutex_t *lock, const void *attributes)
{
    (void)attributes;
    *lock = 0;
    return 0;
}

static inline int pthread_mutex_lock(pthread_mutex_t *lock)
{
    (void)lock;
    return 0;
}

static inline int pthread_mutex_unlock(pthread_mutex_t *lock)
{
    (void)lock;
    return 0;
}

static inline int pthread_mutex_destroy(pthread_mutex_t *lock)
{
    (void)lock;
    return 0;
}

static inline int pthread_create(pthread_t *thread, const void *attributes, void *(*run)(void *),
                                 void *argument)
{
    (void)thread, (void)attributes, (void)run, (void)argument;
    return 11; /* EAGAIN */
}

static inline int pthread_join(pthread_t thread, void **out_result)
{
    (void)thread, (void)out_result;
    return 0;
}

static inline int pthread_once(pthread_once_t *once, void (*run)(void))
{
    if (*once == 0) {
        *once = 1;
        run();
    }
    return 0;
}

#endif
