import { describe } from 'vitest';
import { createMemoryResponseStore } from './memory-response-store.ts';
import { responseStoreSuite } from './response-store-suite.fixture.ts';

describe('createMemoryResponseStore', () => {
  responseStoreSuite(createMemoryResponseStore);
});
