/** Bundles the scripts that run in browsers into build/card-frame, once per change of their sources. */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const here = (folder: string) => fileURLToPath(new URL(folder, import.meta.url))
const folders = [here('./frame/'), here('./songbird/'), here('./paypal/')]
const scripts = {
  frame: here('./frame/frame.ts'),
  songbird: here('./songbird/songbird.ts'),
  button: here('./paypal/button.ts'),
  'dispatch-frame': here('./paypal/dispatch-frame.ts'),
}
type Script = keyof typeof scripts

const output = here('../../build/card-frame/')
const stamp = path.join(output, 'frame.stamp')
const built = (name: Script) => path.join(output, `${name}.js`)

/** A built script; throws a sentence when it was never built. */
export function frameScript(name: Script): string {
  const text = read(built(name))
  if (text === undefined)
    throw new Error(
      'The browser scripts of the sandbox are not built: call buildFrame() of sandbox/payments/build-frame.ts first.',
    )
  return text
}

const names = Object.keys(scripts) as Script[]

/** Whether a script is missing or older than the sources or the packages in them. */
export const frameIsStale = () => names.some(name => read(built(name)) === undefined) || read(stamp) !== fingerprint()

/** Builds the scripts when they are stale; takes about a second then, and nothing otherwise. */
export async function buildFrame() {
  if (!frameIsStale()) return
  const { build } = await import('vite')
  for (const name of names)
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
  writeFileSync(stamp, fingerprint())
}

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const folder of folders)
    for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(path.join(folder, name)))
  return hash.update(readFileSync(new URL('../../package-lock.json', import.meta.url))).digest('hex')
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
