/** Finds what tests need from outside npm, or installs it with apt when we are root. */
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

const findOrInstall = (what: string, find: () => string | undefined, ...packages: string[]): string => {
  const found = find() ?? (install(...packages), find())
  if (!found) throw new Error(`${what} is needed: install it (on Debian: apt-get install ${packages.join(' ')}).`)
  return found
}

const onPath = (name: string) =>
  (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .map(dir => path.join(dir, name))
    .find(existsSync)

export const chromium = () =>
  findOrInstall(
    'Chromium',
    () =>
      [process.env['CHROMIUM_PATH'], onPath('chromium'), onPath('chromium-browser'), onPath('google-chrome')].find(
        file => file && existsSync(file),
      ),
    'chromium',
    'fonts-dejavu-core',
  )

/** The folder of PostgreSQL's server programs. */
export const postgresPrograms = () =>
  findOrInstall(
    'PostgreSQL',
    () => {
      const root = '/usr/lib/postgresql'
      const versions = existsSync(root) ? readdirSync(root).toSorted((a, b) => Number(b) - Number(a)) : []
      return [...versions.map(v => path.join(root, v, 'bin')), path.dirname(onPath('initdb') ?? '/nowhere/x')].find(
        dir => existsSync(path.join(dir, 'initdb')),
      )
    },
    'postgresql',
  )

export const ffmpeg = () =>
  findOrInstall(
    'ffmpeg',
    () => [process.env['FFMPEG_PATH'], onPath('ffmpeg')].find(file => file && existsSync(file)),
    'ffmpeg',
  )
