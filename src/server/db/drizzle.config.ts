import { defineConfig } from 'drizzle-kit';

/**
 * `npm run db:generate -- --name <what-changes>` writes the next migration from the schema. Paths are from
 * the repository's root.
 */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/server/db/schema/**/*.ts',
  out: './src/server/db/migrations',
});
