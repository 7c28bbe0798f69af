#include "CGraphviz.h"
