#include "COperationHooks.h"
