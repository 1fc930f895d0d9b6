/** `npm run metrics:token`: the bearer token with which Prometheus reads `/metrics`. */
import './require-node.mjs';
import { join } from 'node:path';
import { runCommand } from './command.ts';
import { readEnv } from './env.ts';
import { metricsToken } from './metrics.ts';
import { openSecrets } from './secrets.ts';

await runCommand(async () => {
  const env = readEnv(process.env);
  return metricsToken(openSecrets(env, join(env.DATA_DIR, 'keys')));
});
