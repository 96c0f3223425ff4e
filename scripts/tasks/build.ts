/** Builds the pages and the server bundle when something they are made of changed. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const ingredients = [
  'src',
  'sandbox',
  'public',
  'package-lock.json',
  'vite.config.ts',
  'scripts/vite-chunks.ts',
  'scripts/vite-doors.ts',
  'scripts/vite-icons.ts',
  'scripts/vite-manifest.ts',
  'scripts/vite-route-chunks.ts',
  'react-router.config.ts',
  'tsconfig.json',
]

/** With `sandbox`, payment code finds the sandbox in any browser; `production` carries the provider's own code untouched. */
export type BuildKind = 'sandbox' | 'production'

export const buildFolder = (kind: BuildKind) => path.join('build', kind)

const filesBelow = (place: string): string[] =>
  statSync(place).isDirectory()
    ? readdirSync(place)
        .toSorted()
        .flatMap(name => filesBelow(path.join(place, name)))
    : [place]

const stampNow = (): string => {
  const hash = createHash('sha256')
  for (const file of ingredients.filter(existsSync).flatMap(filesBelow))
    if (!/\.test\.tsx?$/.test(file)) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

/** A `.br` beside each text, so that nothing is compressed while a visitor waits. */
const compressTexts = (folder: string) => {
  for (const file of filesBelow(folder).filter(name => /\.(js|css|svg)$/.test(name)))
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(readFileSync(file), {
        params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
      }),
    )
}

/** Exits the process when the build fails; ends with the process when that is ended. */
const reactRouterBuild = async (kind: BuildKind) => {
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

/** Answers the folder of the build. Exits the process when the build fails. */
export const buildWhenStale = async (kind: BuildKind): Promise<string> => {
  const folder = buildFolder(kind)
  const stampFile = path.join(folder, '.stamp')
  const stamp = stampNow()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return folder
  console.log('Building the shop …')
  await reactRouterBuild(kind)
  compressTexts(path.join(folder, 'client'))
  writeFileSync(stampFile, stamp)
  return folder
}
