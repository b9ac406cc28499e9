"""The failures at the end of a program, and the calls with few results before a quarter of them."""

# The comparison of a number with the expected one.
NUMBERS = [
    "@a == @E", "(int)@a == (int)@E", "!(@a ^ @E)", "@a - @E == 0", "@a >= @E && @a <= @E", "memcmp(&@a, &@E, 4) == 0",
    "(@a & 0xffff) == (@E & 0xffff) && @a >> 16 == @E >> 16", "!(@a != @E)", "(uint64_t)@a << 7 == (uint64_t)@E << 7",
    "(unsigned char)@a == (unsigned char)@E && @a >> 8 == @E >> 8", "~@a == ~@E", "*(unsigned *)&@a == @E",
]
TEXTS = ["strcmp(@a, @E) == 0", "strncmp(@a, @E, 31) == 0", "memcmp(@a, @E, strlen(@E) + 1) == 0",
         "strlen(@a) == strlen(@E) && strstr(@a, @E) == @a", "!strcasecmp(@a, @E)"]
STRINGS = ["@a == @E", "@E == @a", "@a.compare(@E) == 0", "!(@a != std::string(@E))", "std::string_view(@a) == @E",
           "std::equal(@a.begin(), @a.end(), @E, @E + strlen(@E))", "(@a <=> std::string(@E)) == 0",
           "std::less<>()(@a, std::string(@E) + '!') && !(@a < std::string(@E))"]

# Functions of a number with few results.
LOSSY = {
    "modulo": "uint32_t @m = @a % 16;",
    "thousandth": "uint32_t @m = @a / 100000000;",
    "popcount": "uint32_t @m = (uint32_t)__builtin_popcount(@a);",
    "parity": "uint32_t @m = (uint32_t)__builtin_parity(@a);",
    "leading_zeros": "uint32_t @m = (uint32_t)__builtin_clz(@a | 1);",
    "trailing_zeros": "uint32_t @m = (uint32_t)__builtin_ctz(@a | 0x80000000u);",
    "ffs": "uint32_t @m = (uint32_t)ffs((int)@a);",
    "abs": "uint32_t @m = (uint32_t)abs((int)@a / 3);",
    "hash": "uint32_t @m = 2166136261u; for (int i = 0; i < 4; i++) @m = (@m ^ (@a >> 8 * i & 255)) * 16777619u;\n@m "
    "%= 16;",
    "square": "uint32_t @m = @a * @a;",
    "comparison": "uint32_t @m = (@a > 5) + (@a > 1u << 30) + (@a > 1u << 31);",
    "isdigit": "uint32_t @m = (uint32_t)!!isdigit((int)(@a & 127));",
    "isalpha": "uint32_t @m = (uint32_t)!!isalpha((int)(@a & 127));",
    "isspace": "uint32_t @m = (uint32_t)!!isspace((int)(@a & 127));",
    "isxdigit": "uint32_t @m = (uint32_t)!!isxdigit((int)(@a & 127)) + (uint32_t)!!isupper((int)(@a & 127));",
    "toupper": "uint32_t @m = (uint32_t)toupper((int)(@a & 127));",
    "strcmp_sign": "char t[4] = {(char)('a' + (@a & 15)), (char)('a' + (@a >> 4 & 15)), 'z', 0}; int c = strcmp(t, "
    "\"hfz\");\n"
                   "uint32_t @m = c < 0 ? 1 : c > 0 ? 2 : 3;",
    "strcoll_sign": "char t[4] = {(char)('a' + (@a & 15)), (char)('a' + (@a >> 4 & 15)), 'z', 0}; int c = strcoll(t, "
    "\"hfz\");\n"
                    "uint32_t @m = c < 0 ? 1 : c > 0 ? 2 : 3;",
    "strncmp_sign": "char t[4] = {(char)('a' + (@a & 15)), (char)('a' + (@a >> 4 & 15)), 'z', 0}; int c = strncmp(t, "
    "\"hf\", 2);\n"
                    "uint32_t @m = c < 0 ? 1 : c > 0 ? 2 : 3;",
    "strcasecmp_zero": "char t[3] = {(char)('A' + (@a & 15)), (char)('a' + (@a >> 4 & 15)), 0}; "
                       "uint32_t @m = strcasecmp(t, \"bc\") == 0;",
    "memcmp_sign": "unsigned char t[2] = {(unsigned char)@a, (unsigned char)(@a >> 8)}; int c = memcmp(t, "
    "\"K\\200\", 2);\n"
                   "uint32_t @m = c < 0 ? 1 : c > 0 ? 2 : 3;",
    "strspn": "char t[5] = {(char)('a' + (@a & 3)), (char)('a' + (@a >> 2 & 3)), (char)('a' + (@a >> 4 & 3)), 'z', "
    "0};\n"
              "uint32_t @m = (uint32_t)(strspn(t, \"ab\") * 4 + strcspn(t, \"c\"));",
    "strlen": "char t[5] = {(char)(@a & 1), (char)(@a & 2), (char)(@a & 4), 'z', 0}; uint32_t @m = (uint32_t)strlen(t);",
    "strchr": "const char *p = strchr(\"bdfhjlnp\", 'a' + (int)(@a & 15)); uint32_t @m = p ? (uint32_t)*p : 0;",
    "strstr": "char t[5] = {(char)('a' + (@a & 3)), (char)('a' + (@a >> 2 & 3)), (char)('a' + (@a >> 4 & 3)), 'a', "
    "0};\n"
              "const char *p = strstr(t, \"ab\"); uint32_t @m = p ? (uint32_t)(p - t) : 9;",
    "memchr": "unsigned char t[4]; memcpy(t, &@a, 4); unsigned char *p = (unsigned char *)memchr(t, 77, 4); "
              "uint32_t @m = p ? (uint32_t)(p - t) : 4;",
    "strtol_range": "char t[24] = \"922337203685477580\"; t[18] = (char)('0' + @a % 10); t[19] = 0; errno = 0; "
    "strtol(t, NULL, 10);\n"
                    "uint32_t @m = errno == ERANGE;",
    "strtoul_range": "char t[24] = \"1844674407370955161\"; t[19] = (char)('0' + @a % 10); t[20] = 0; errno = 0;\n"
                     "strtoul(t, NULL, 10); uint32_t @m = (uint32_t)errno; errno = 0;",
    "strtol_end": "char t[4] = {'1', (char)('0' + (@a & 31)), '2', 0}, *e; strtol(t, &e, 10); uint32_t @m = "
    "(uint32_t)(e - t);",
    "atoi_digit": "char t[3] = {(char)('0' + (@a & 15)), '7', 0}; uint32_t @m = (uint32_t)atoi(t);",
    "sscanf_count": "char t[4] = {(char)('0' + (@a & 15)), ' ', '7', 0}; int p, q; uint32_t @m = (uint32_t)sscanf(t, "
    "\"%d %d\", &p, &q) & 7;",
    "sprintf_length": "char t[32]; uint32_t @m = (uint32_t)snprintf(t, sizeof t, \"%u\", @a);",
    "bsearch_index": "static const int all[] = {2, 3, 5, 7, 11, 13}; int k = (int)(@a & 15);\n"
                     "const int *p = (const int *)bsearch(&k, all, 6, sizeof k, order_int); uint32_t @m = p ? "
                     "(uint32_t)(p - all) : 6;",
    "qsort_middle": "int r[3] = {100, (int)(@a & 255), 50}; qsort(r, 3, sizeof *r, order_int); uint32_t @m = "
    "(uint32_t)r[1];",
    "gmtime_year": "time_t c = (time_t)@a; struct tm t; gmtime_r(&c, &t); uint32_t @m = (uint32_t)t.tm_year;",
    "gmtime_day": "time_t c = (time_t)(@a / 4096); struct tm t; gmtime_r(&c, &t); uint32_t @m = (uint32_t)t.tm_wday;",
    "strftime": "struct tm t; memset(&t, 0, sizeof t); t.tm_mon = (int)(@a % 12); t.tm_mday = 1; char s[32];\n"
                "strftime(s, sizeof s, \"%m\", &t); uint32_t @m = (uint32_t)(s[0] * 10 + s[1]);",
    "mktime": "struct tm t; memset(&t, 0, sizeof t); t.tm_mon = 1; t.tm_mday = (int)(@a & 15) + 20; t.tm_year = 101; "
    "timegm(&t);\n"
              "uint32_t @m = (uint32_t)t.tm_mon;",
    "strtod_value": "char t[4] = {(char)('0' + @a % 10), '.', '5', 0}; uint32_t @m = (uint32_t)(strtod(t, NULL) * 2);",
    "double_compare": "double d = (double)(int)@a; uint32_t @m = (d > 1e6) + (d > -1e6);",
    "sqrt": "uint32_t @m = (uint32_t)sqrt((double)(@a & 63));",
    "div": "div_t d = div((int)@a, 100000000); uint32_t @m = (uint32_t)d.quot;",
    "switch": "uint32_t @m; switch (@a) { case 0 ... 99: @m = 1; break; case 0x7fffffff: @m = 2; break; default: @m "
    "= @a > 1u << 31; }",
}
LOSSY_FLOATS = {"strtod_value", "double_compare", "sqrt"}
LOSSY_CXX = {
    "c++ std_hash": "uint32_t @m = (uint32_t)(std::hash<uint32_t>()(@a) % 8);",
    "c++ string_hash": "uint32_t @m = (uint32_t)(std::hash<std::string>()(std::string(1, (char)@a)) % 4);",
    "c++ set_count": "std::set<uint32_t> s{1, 2, 5, 900}; uint32_t @m = (uint32_t)s.count(@a & 7);",
    "c++ unordered_count": "std::unordered_set<uint32_t> s{1, 2, 5, 900}; uint32_t @m = (uint32_t)s.count(@a & 7);",
    "c++ map_find": "std::map<std::string, int> s{{\"b\", 4}, {\"d\", 6}}; auto i = s.find(std::string(1, (char)('a' "
    "+ (@a & 3))));\n"
                    "uint32_t @m = i == s.end() ? 0 : (uint32_t)i->second;",
    "c++ lower_bound": "std::vector<uint32_t> s{1, 70, 5000, 90000000}; "
                       "uint32_t @m = (uint32_t)(std::lower_bound(s.begin(), s.end(), @a) - s.begin());",
    "c++ sort_index": "std::array<uint32_t, 3> s{1u << 30, @a, 1u << 31}; std::sort(s.begin(), s.end()); uint32_t @m "
    "= s[0] == @a ? 1 : s[1] == @a ? 2 : 3;",
    "c++ string_compare": "std::string s{(char)('a' + (@a & 15)), 'q'}; uint32_t @m = s < \"hq\" ? 1 : s == \"hq\" ? "
    "2 : 3;",
    "c++ string_find": "std::string s{(char)('a' + (@a & 3)), (char)('a' + (@a >> 2 & 3)), 'c'}; uint32_t @m = "
    "(uint32_t)s.find('c');",
    "c++ stoi_throws": "uint32_t @m = 1; try { std::stoi(std::string(1, (char)('0' + (@a & 15)))); } catch (const "
    "std::invalid_argument &) { @m = 2; }",
    "c++ at_throws": "std::vector<int> s(5); uint32_t @m = 1; try { s.at(@a & 7); } catch (const std::out_of_range "
    "&) { @m = 2; }",
    "c++ clamp": "uint32_t @m = std::clamp(@a, 10u, 12u);",
    "c++ count_if": "std::array<uint32_t, 4> s{@a & 3, @a >> 2 & 3, 1, 2}; uint32_t @m = "
    "(uint32_t)std::count(s.begin(), s.end(), 1u);",
    "c++ stream_state": "std::istringstream s(std::string(1, (char)('0' + (@a & 15)))); int i = 0; s >> i; uint32_t "
    "@m = s.fail();",
    "c++ popcount": "uint32_t @m = (uint32_t)std::popcount(@a) + std::has_single_bit(@a);",
    "c++ optional": "std::optional<uint32_t> o; if (@a & 1) o = @a & 7; uint32_t @m = o.value_or(9);",
    "c++ variant_index": "std::variant<int, char> o; if (@a & 1) o = 'c'; uint32_t @m = (uint32_t)o.index();",
}
