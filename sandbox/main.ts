/** Runs the sandbox as its own process: prints its addresses as one JSON line and exits on a signal or when its parent does. */
import { fstatSync } from 'node:fs'

import { readOptions } from './options.ts'
import { startSandbox } from './start.ts'

// Only this user may read the mails and keys.
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

// When the other end of the IPC channel or of stdin closes, the parent is gone. A terminal or /dev/null is not a parent.
process.on('disconnect', stop)
const stdin = fstatSync(0)
if (stdin.isFIFO() || stdin.isSocket()) process.stdin.on('end', stop).on('error', stop).resume()
