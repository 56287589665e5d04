import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createSdkServer } from './official-servers.ts';

serveStdio(() => createSdkServer(), { legacy: process.argv.includes('modern-only') ? 'reject' : 'serve' });
