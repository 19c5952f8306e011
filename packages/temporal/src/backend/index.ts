export { backend } from './temporal-backend.ts';
