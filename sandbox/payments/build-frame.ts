/** Bundles the browser scripts into build/card-frame whenever their sources change. */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const pathTo = (folder: string) => fileURLToPath(new URL(folder, import.meta.url))
const folders = [pathTo('./frame/'), pathTo('./songbird/'), pathTo('./paypal/')]
const scripts = {
  frame: pathTo('./frame/frame.ts'),
  songbird: pathTo('./songbird/songbird.ts'),
  button: pathTo('./paypal/button.ts'),
  'dispatch-frame': pathTo('./paypal/dispatch-frame.ts'),
}
type ScriptName = keyof typeof scripts

const output = pathTo('../../build/card-frame/')
const stampFile = path.join(output, 'frame.stamp')
const outputFile = (name: ScriptName) => path.join(output, `${name}.js`)

/** The text of a built script. Throws when it has not been built. */
export function frameScript(name: ScriptName): string {
  const text = readIfExists(outputFile(name))
  if (text === undefined)
    throw new Error(
      'The browser scripts of the sandbox are not built: call buildFrame() of sandbox/payments/build-frame.ts first.',
    )
  return text
}

const scriptNames = Object.keys(scripts) as ScriptName[]

/** Whether a script is missing or older than its sources or packages. */
export const frameIsStale = () =>
  scriptNames.some(name => readIfExists(outputFile(name)) === undefined) || readIfExists(stampFile) !== fingerprint()

/** Builds the scripts if they are stale, in about a second. */
export async function buildFrame() {
  if (!frameIsStale()) return
  const { build } = await import('vite')
  for (const name of scriptNames)
    await build({
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      build: {
        outDir: output,
        emptyOutDir: false,
        target: 'es2022',
        lib: { entry: scripts[name], formats: ['iife'], name: 'sandboxScript', fileName: () => `${name}.js` },
      },
    })
  mkdirSync(output, { recursive: true })
  writeFileSync(stampFile, fingerprint())
}

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const folder of folders)
    for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(path.join(folder, name)))
  return hash.update(readFileSync(new URL('../../package-lock.json', import.meta.url))).digest('hex')
}

function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
