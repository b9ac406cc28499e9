// Figure 3 of Guo, Kusano, Wang, Yang and Gupta (ESEC/FSE 2015), as in the lesson.
#include "../../../examples/summaries/figure3.c"
