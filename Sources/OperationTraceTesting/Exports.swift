// A test can start a tracer, ask its trace everything and expect things of it with one import.
@_exported public import OperationTracing
