/** The sandbox as a process of its own: starts, says where it is in one JSON line, and goes when it is told or left alone. */
import { fstatSync } from 'node:fs'

import { readOptions } from './options.ts'
import { startSandbox } from './start.ts'

// Mails and keys are for this user alone.
process.umask(0o077)
const sandbox = await startSandbox(readOptions(process.env)).catch((error: Error) => {
  console.error(`The sandbox did not start: ${error.message}`)
  process.exit(1)
})
const { origins, ports } = sandbox
const { http, identity } = origins
console.log(JSON.stringify({ sandbox: { http, tls: ports.tls, smtp: ports.smtp, identity } }))

let stopping = false
function stop() {
  if (stopping) return
  stopping = true
  void sandbox.close().then(() => process.exit(0))
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)

// Its parent holds the other end of one of these: when that is gone, so is the reason to run. A terminal or /dev/null is no parent.
process.on('disconnect', stop)
const stdin = fstatSync(0)
if (stdin.isFIFO() || stdin.isSocket()) process.stdin.on('end', stop).on('error', stop).resume()
