/* SPDX-License-Identifier: MIT */
/* The takht command. */
#ifdef TAKHT_STATIC
#include <nss.h>
#endif

#include "cli.h"

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
    keep_to_what_is_inside();
    return cli_main(argc, argv);
}
