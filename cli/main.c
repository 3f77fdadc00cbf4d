/* SPDX-License-Identifier: MIT */
/* The takht command. */
#ifdef TAKHT_STATIC
#include <nss.h>
#endif

#include "cli.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

/*
 * What is built for processors since 2009 says so to older ones, and to virtual machines that pretend to be older: the
 * system would say no more than "illegal instruction".
 */
static void look_at_processor(void)
{
#ifdef __POPCNT__
    __builtin_cpu_init();
    if (__builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt"))
        return;
    fputs("takht: this program needs a processor with SSE 4.2 and POPCNT; a virtual machine has "
          "them where its kind of processor is \"host\". The Debian packages do without, as does "
          "what is built with -DTAKHT_MARCH=x86-64\n",
          stderr);
    _exit(CLI_FAILED);
#endif
}

/*
 * Whoever starts us may have closed standard input, output or errors. The next file that is opened, a database, a
 * socket, would then be in its place, and what is meant for people would be written there. What takes the place fails as
 * before.
 */
static void keep_places(void)
{
    static const int modes[] = {O_WRONLY, O_RDONLY, O_RDONLY};
    for (int place = STDIN_FILENO; place <= STDERR_FILENO; place++)
        if (fcntl(place, F_GETFD) == -1 && open("/dev/null", modes[place]) != place)
            _exit(CLI_FAILED);
}

/*
 * Looking up names of hosts may load plug-ins of the C library that this machine has, which need not
 * be ours: a static program keeps to the two ways that it has inside.
 */
static void keep_to_what_is_inside(void)
{
#ifdef TAKHT_STATIC
    __nss_configure_lookup("hosts", "files dns");
    __nss_configure_lookup("services", "files");
#endif
}

int main(int argc, char **argv)
{
    keep_places();
    look_at_processor();
    keep_to_what_is_inside();
    return cli_main(argc, argv);
}
