/** `npm run sbom -- [file]`: every package of the lock file as CycloneDX JSON, to a file or to the console. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

type Bom = { metadata: { component: { name: string } } }

/** npm names the folder that it runs in, which is called anything. */
export const sbom = (): Bom => {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only']
  const { status, stdout, stderr } = spawnSync('npm', args, { encoding: 'utf8', maxBuffer: 64 * 1_048_576 })
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`)
  const made = JSON.parse(stdout) as Bom
  made.metadata.component.name = (JSON.parse(readFileSync('package.json', 'utf8')) as { name: string }).name
  return made
}

if (import.meta.main) {
  const text = `${JSON.stringify(sbom(), null, 2)}\n`
  const [file] = process.argv.slice(2)
  if (file === undefined) process.stdout.write(text)
  else writeFileSync(file, text)
}
