// The functions of the C library whose result depends on the values of their arguments alone. They read and write no
// memory of the program. The runtime knows that they change nothing, the interpreter of paths that only their result
// depends on an input.
#pragma once

#include <string_view>

namespace revisit {

// Names, each with a space before and after it.
constexpr std::string_view pureFunctions =
    // Numbers.
    " __libc_current_sigrtmin __libc_current_sigrtmax"
    " abs labs llabs imaxabs div ldiv lldiv acos acosf acosl acosh acoshf asin asinf asinl asinh asinhf atan atanf "
    "atanl"
    " atan2 atan2f atan2l atanh atanhf cbrt cbrtf ceil ceilf ceill copysign copysignf copysignl cos cosf cosl cosh "
    "coshf"
    " erf erff erfc erfcf exp expf expl exp2 exp2f expm1 expm1f fabs fabsf fabsl fdim fdimf floor floorf floorl fma "
    "fmaf"
    " fmal fmax fmaxf fmaxl fmin fminf fminl fmod fmodf fmodl hypot hypotf hypotl ilogb ilogbf ldexp ldexpf"
    " llrint llrintf llround llroundf log logf logl log10 log10f log1p log1pf log2 log2f logb logbf lrint "
    "lrintf"
    " lround lroundf nan nanf nearbyint nearbyintf nextafter nextafterf pow powf powl remainder remainderf rint rintf"
    " round roundf roundl scalbn scalbnf scalbln sin sinf sinl sinh sinhf sqrt sqrtf sqrtl tan tanf tanl tanh tanhf"
    " tgamma tgammaf trunc truncf truncl __finite __finitef __fpclassify __fpclassifyf __isinf __isinff __isnan "
    "__isnanf"
    " __signbit __signbitf feclearexcept fetestexcept feraiseexcept fegetround fesetround ffs ffsl ffsll difftime"
    // Characters.
    " nl_langinfo __ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc __ctype_get_mb_cur_max isalnum isalpha isblank "
    "iscntrl"
    " isdigit isgraph islower isprint ispunct isspace isupper isxdigit iswalnum iswalpha iswdigit iswspace iswupper"
    " iswlower tolower toupper towlower towupper btowc wctob wcwidth iswctype towctrans"
    // Others.
    " nextafterl nexttoward nexttowardf nexttowardl scalbnl scalbln scalblnf scalblnl log1pl log2l expm1l exp2l exp10"
    " exp10f logbl ilogbl lrintl llrintl lroundl llroundl rintl nearbyintl remainderl tgammal j0 j1 jn y0 y1 yn fminl"
    " ldexpl lgammal significand __isinfl __isnanl __finitel __fpclassifyl __signbitl __fdelt_chk __udivti3 __divti3"
    " __umodti3 __modti3 __multi3 __ashlti3 __ashrti3 __lshrti3 __popcountdi2 __clzti2 __ctzti2 ";

constexpr bool isAmong(std::string_view names, std::string_view name) {
  for (std::size_t at = names.find(name); at != std::string_view::npos; at = names.find(name, at + 1))
    if (names[at - 1] == ' ' && names[at + name.size()] == ' ')
      return true;
  return false;
}

} // namespace revisit
