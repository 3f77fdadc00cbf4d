/* SPDX-License-Identifier: MIT */
/* Quick fuzz targets are built with nothing but the fuzzer: programs beside them count into nowhere. */

void __sanitizer_cov_8bit_counters_init(char *begin, char *end) __attribute__((weak));
void __sanitizer_cov_pcs_init(const char *begin, const char *end) __attribute__((weak));

void __sanitizer_cov_8bit_counters_init(char *begin, char *end)
{
    (void)begin, (void)end;
}

void __sanitizer_cov_pcs_init(const char *begin, const char *end)
{
    (void)begin, (void)end;
}
