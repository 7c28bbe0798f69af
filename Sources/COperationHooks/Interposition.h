// Methods of Foundation's that a program calls by their symbols and that stand in no class's entries.
//
// The same symbols are defined here, weakly. In a program that has Foundation as a shared library the linker prefers these to
// the library's, and they call on to the library's. In a program of which Foundation is a part it prefers Foundation's, and
// these are dropped.
#ifndef OTH_INTERPOSITION_H
#define OTH_INTERPOSITION_H

/// Defines a declared symbol of Foundation's, weakly, as the function of that name.
#define OTH_INTERPOSED_BY(function) __attribute__((weak, visibility("default"), alias(#function)))

/// Foundation's own definition of a symbol that is defined here as `ours`; NULL if there is none.
void *oth_foundation_definition(const char *symbol, const void *ours);

#endif
