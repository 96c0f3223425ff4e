/** The version of the code that runs, and its release notes. */
import { readFileSync } from 'node:fs'
import path from 'node:path'

const { version } = JSON.parse(readFileSync(path.resolve('package.json'), 'utf8')) as { version: string }

export const VERSION = version

/** Returns the changelog, newest release first. */
export const readChangelog = (): string => readFileSync(path.resolve('CHANGELOG.md'), 'utf8')
