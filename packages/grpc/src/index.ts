export { createGrpcBinding, type GrpcBinding, type GrpcBindingOptions } from './grpc-binding.ts';
export { GrpcError, type GrpcErrorCode } from './grpc-error.ts';
export { serveGrpc, type GrpcOptions, type GrpcServer } from './serve-grpc.ts';
