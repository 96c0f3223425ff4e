/** `npm run sbom -- [file]`: writes all packages of the lock file as CycloneDX JSON, to a file or to the console. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

type CycloneDxBom = { metadata: { component: { name: string } } }

/** npm uses the folder's name as the component's name, so it is replaced by the package's. */
export const createSbom = (): CycloneDxBom => {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only']
  const { status, stdout, stderr } = spawnSync('npm', args, { encoding: 'utf8', maxBuffer: 64 * 1_048_576 })
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`)
  const bom = JSON.parse(stdout) as CycloneDxBom
  bom.metadata.component.name = (JSON.parse(readFileSync('package.json', 'utf8')) as { name: string }).name
  return bom
}

if (import.meta.main) {
  const text = `${JSON.stringify(createSbom(), null, 2)}\n`
  const [file] = process.argv.slice(2)
  if (file === undefined) process.stdout.write(text)
  else writeFileSync(file, text)
}
