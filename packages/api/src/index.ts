export { createApi, type Served } from './app.ts';
export { type Authenticate } from './auth/authorize.ts';
export { createVerifyToken, type Grant, type Issuer } from './auth/verify-token.ts';
export { createListener, toRawHandler, type RawHandler } from './http/listener.ts';
export { type GuardRules } from './http/guard.ts';
export { healthHandlers } from './routes/health.ts';
export { hubHandlers } from './routes/hub.ts';
export { keyHandlers } from './routes/keys.ts';
