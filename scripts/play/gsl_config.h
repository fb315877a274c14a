/* What GSL's sources ask of a machine, answered for WebAssembly and its C library (musl): all that they ask for is there. */
#define HAVE_DECL_EXPM1 1
#define HAVE_DECL_FINITE 1
#define HAVE_DECL_FREXP 1
#define HAVE_DECL_HYPOT 1
#define HAVE_DECL_ISFINITE 1
#define HAVE_DECL_ISINF 1
#define HAVE_DECL_ISNAN 1
#define HAVE_DECL_LDEXP 1
#define HAVE_DECL_LOG1P 1
#define HAVE_DECL_ACOSH 1
#define HAVE_DECL_ASINH 1
#define HAVE_DECL_ATANH 1
#define HAVE_INLINE 1
#define HAVE_PRINTF_LONGDOUBLE 1
#define HAVE_EXTENDED_PRECISION_REGISTERS 0
#define HAVE_IEEE_COMPARISONS 1
#define HAVE_IEEE_DENORMALS 1
#define GSL_COERCE_DBL(x) (x)
#define GSL_RANGE_CHECK 0
#define DISCARD_POINTER(p) do { ; } while (p ? 0 : 0);
#define RETURN_IF_NULL(x) if (!x) { return; }
#define RELEASED
#define VERSION "2.7.1"
#define PACKAGE_VERSION "2.7.1"
