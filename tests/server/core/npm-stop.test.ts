import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '#server/commands/build.ts';

const root = resolve(import.meta.dirname, '../../..');
const DATA_DIR = mkdtempSync(join(tmpdir(), 'vitrine-npm-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

describe('npm start', () => {
  it('ends the server when npm is told to end', async () => {
    await ensureBuilt(() => undefined);
    const npm = spawn('npm', ['start'], {
      cwd: root,
      env: { ...process.env, DATA_DIR, PORT: '0', LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    npm.stdout.setEncoding('utf8');
    for await (const part of npm.stdout) {
      said += part;
      if (said.includes('Stop with Ctrl+C.') && npm.exitCode === null && !npm.killed) npm.kill('SIGTERM');
    }
    // The server held this pipe too: it is read to its end only when the server has ended.
    expect(said).toMatch(/Ready in .*\n[\s\S]*Stopping \((?:npm ended|SIGTERM)\)/);
    if (npm.exitCode === null && npm.signalCode === null) await once(npm, 'exit');
  });
});
