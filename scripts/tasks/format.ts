/** `npm run format`: formats all code. */
import { spawnSync } from 'node:child_process'

process.exitCode =
  spawnSync(process.execPath, ['node_modules/oxfmt/bin/oxfmt', ...process.argv.slice(2)], { stdio: 'inherit' })
    .status ?? 1
