/** `npm run metrics:token`: the bearer token with which Prometheus reads `/metrics`. */
import './require-node.mjs';
import { join } from 'node:path';
import { readEnv } from './env.ts';
import { metricsToken } from './metrics.ts';
import { openSecrets } from './secrets.ts';

const env = readEnv(process.env);
console.log(metricsToken(openSecrets(env, join(env.DATA_DIR, 'keys'))));
