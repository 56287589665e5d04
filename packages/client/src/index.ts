export { createClient, type Client, type ClientOptions } from './client.ts';
