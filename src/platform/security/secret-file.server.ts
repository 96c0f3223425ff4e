import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Returns the content of a secret file in the data folder, created on first use. Concurrent processes all get the
 * first one's.
 */
export const readOrCreateSecretFile = (data_dir: string, name: string, create: () => string): string => {
  const file = path.join(data_dir, name)
  if (!existsSync(file)) {
    mkdirSync(data_dir, { recursive: true })
    const temporary = `${file}.${process.pid}.${randomUUID()}`
    writeFileSync(temporary, create(), { mode: 0o600 })
    try {
      linkSync(temporary, file)
    } catch (error) {
      if (!existsSync(file)) throw error
    } finally {
      rmSync(temporary)
    }
  }
  return readFileSync(file, 'utf8')
}
