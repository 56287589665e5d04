import { config } from 'zod';

// The policy of the page forbids making code of text, and zod would try as soon as a schema is made.
config({ jitless: true });
