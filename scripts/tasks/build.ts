/** Builds the pages and the server bundle when their sources have changed. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const buildInputs = [
  'src',
  'sandbox',
  'public',
  'package-lock.json',
  'vite.config.ts',
  'scripts/vite-chunks.ts',
  'scripts/vite-endpoints.ts',
  'scripts/vite-icons.ts',
  'scripts/vite-route-chunks.ts',
  'react-router.config.ts',
  'tsconfig.json',
]

/** `sandbox` points the payment code to the sandbox in any browser; `production` leaves the provider's code unchanged. */
export type BuildKind = 'sandbox' | 'production'

export const buildFolder = (kind: BuildKind) => path.join('build', kind)

const listFiles = (target: string): string[] =>
  statSync(target).isDirectory()
    ? readdirSync(target)
        .toSorted()
        .flatMap(name => listFiles(path.join(target, name)))
    : [target]

const computeStamp = (): string => {
  const hash = createHash('sha256')
  for (const file of buildInputs.filter(existsSync).flatMap(listFiles))
    if (!/\.test\.tsx?$/.test(file)) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

/** Writes a `.br` beside each text file, so that nothing is compressed while a visitor waits. */
const compressTextFiles = (folder: string, quality: number) => {
  for (const file of listFiles(folder).filter(name => /\.(js|css|svg)$/.test(name)))
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(readFileSync(file), {
        params: { [constants.BROTLI_PARAM_QUALITY]: quality },
      }),
    )
}

/** Exits the process when the build fails. The build stops when this process exits. */
const runReactRouterBuild = async (kind: BuildKind) => {
  const child = spawn(process.execPath, ['node_modules/@react-router/dev/dist/cli/index.js', 'build'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, BUILD_KIND: kind, NODE_ENV: 'production' },
  })
  const end = () => child.kill()
  process.once('exit', end)
  const [code] = (await once(child, 'exit')) as [number | null]
  process.off('exit', end)
  if (code !== 0) process.exit(code ?? 1)
}

/** Returns the folder of the build. Exits the process when the build fails. */
export const buildWhenStale = async (kind: BuildKind): Promise<string> => {
  const folder = buildFolder(kind)
  const stampFile = path.join(folder, '.stamp')
  const stamp = computeStamp()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return folder
  console.log('Building the shop …')
  await runReactRouterBuild(kind)
  // The sandbox build is for one machine, where a short build counts more than small files.
  compressTextFiles(path.join(folder, 'client'), kind === 'production' ? constants.BROTLI_MAX_QUALITY : 4)
  writeFileSync(stampFile, stamp)
  return folder
}

// `npm run build`: before a start in which nothing may be written.
if (import.meta.main) await buildWhenStale('production')
