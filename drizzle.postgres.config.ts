import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './migrations/postgres.cjs',
  out: './migrations/postgres',
});
