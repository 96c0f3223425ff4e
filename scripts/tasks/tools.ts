/** Finds programs that tests need from outside npm, or installs them with apt when running as root. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

const install = (...packages: string[]) => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  console.log(`Installing ${packages.join(', ')} …`)
  spawnSync('apt-get', ['update', '-q'], options)
  spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], options)
}

const findOrInstall = (name: string, find: () => string | undefined, ...packages: string[]): string => {
  const program = find() ?? (install(...packages), find())
  if (!program) throw new Error(`${name} is needed: install it (on Debian: apt-get install ${packages.join(' ')}).`)
  return program
}

const findOnPath = (name: string) =>
  (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .map(dir => path.join(dir, name))
    .find(existsSync)

/** Prefers the build without a user interface: it starts and draws faster. */
export const findChromium = (): string => {
  const find = () =>
    [
      process.env['CHROMIUM_PATH'],
      ...['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(findOnPath),
    ].find(file => file && existsSync(file))
  const program = find() ?? (install('chromium-headless-shell', 'fonts-dejavu-core'), find())
  return program ?? findOrInstall('Chromium', find, 'chromium', 'fonts-dejavu-core')
}

/** Returns the folder of PostgreSQL's server programs. */
export const findPostgresPrograms = () =>
  findOrInstall(
    'PostgreSQL',
    () => {
      const root = '/usr/lib/postgresql'
      const versions = existsSync(root) ? readdirSync(root).toSorted((a, b) => Number(b) - Number(a)) : []
      return [...versions.map(v => path.join(root, v, 'bin')), path.dirname(findOnPath('initdb') ?? '/nowhere/x')].find(
        dir => existsSync(path.join(dir, 'initdb')),
      )
    },
    'postgresql',
  )

export const findFfmpeg = () =>
  findOrInstall(
    'ffmpeg',
    () => [process.env['FFMPEG_PATH'], findOnPath('ffmpeg')].find(file => file && existsSync(file)),
    'ffmpeg',
  )
