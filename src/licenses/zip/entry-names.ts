/** Names of zip entries: plain, distinct names that every file system accepts. */

/** Names that Windows reserves for devices, with any extension. */
const RESERVED_NAME_PATTERN = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i
const MAX_NAME_LENGTH = 120

/** Keeps ASCII letters, digits, dots, dashes and underscores. The result has no folder, is not hidden and is not just an extension. */
const sanitizeName = (name: string): string => {
  const plain = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\w.-]+/g, '-')
    .replace(/\.{2,}/g, '.')
  const [, stem = '', extension = ''] = /^(.*?)((?:\.[a-z0-9]{1,12})?)$/i.exec(plain) ?? []
  const base = stem.replace(/^[.\-_]+|[.\-_]+$/g, '').slice(0, MAX_NAME_LENGTH - extension.length) || 'file'
  return `${RESERVED_NAME_PATTERN.test(base) ? '_' : ''}${base}${extension}`
}

/** Returns a distinct name for each requested one, in their order. Names that differ only in case count as equal. */
export const toEntryNames = (requested: readonly string[]): string[] => {
  const used = new Set<string>()
  return requested.map(name => {
    const sanitized = sanitizeName(name)
    const dot = sanitized.lastIndexOf('.')
    const [stem, extension] = dot > 0 ? [sanitized.slice(0, dot), sanitized.slice(dot)] : [sanitized, '']
    let candidate = sanitized
    for (let n = 2; used.has(candidate.toLowerCase()); n += 1) candidate = `${stem}-${n}${extension}`
    used.add(candidate.toLowerCase())
    return candidate
  })
}

/** Returns a line for each file in the format of `sha256sum -c`. */
export const formatManifest = (files: readonly { name: string; sha256: string }[]): string =>
  files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('')
