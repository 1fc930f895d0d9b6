/** `npm run metrics:token`: the bearer token with which Prometheus reads `/metrics`. */
import './require-node.mjs';
import { join } from 'node:path';
import { runCommand } from './command.ts';
import { readEnv } from '#server/platform/env.ts';
import { metricsToken } from '#server/platform/metrics.ts';
import { openSecrets } from '#server/platform/secrets.ts';

await runCommand(async () => {
  const env = readEnv(process.env);
  return metricsToken(openSecrets(env, join(env.DATA_DIR, 'keys')));
});
