/** Names of a zip's entries: plain ones that every disk takes, each once. */

/** What Windows keeps for its devices, whatever the ending. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i
const longest = 120

/** Nothing but letters, digits, dots, dashes and underscores of ASCII; no folder, nothing hidden, no ending alone. */
const clean = (name: string): string => {
  const plain = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\w.-]+/g, '-')
    .replace(/\.{2,}/g, '.')
  const [, stem = '', ending = ''] = /^(.*?)((?:\.[a-z0-9]{1,12})?)$/i.exec(plain) ?? []
  const kept = stem.replace(/^[.\-_]+|[.\-_]+$/g, '').slice(0, longest - ending.length) || 'file'
  return `${reserved.test(kept) ? '_' : ''}${kept}${ending}`
}

/** One name for each that was wanted, in their order; no two are the same, also where capitals do not count. */
export const entryNames = (wanted: readonly string[]): string[] => {
  const taken = new Set<string>()
  return wanted.map(name => {
    const cleaned = clean(name)
    const at = cleaned.lastIndexOf('.')
    const [stem, ending] = at > 0 ? [cleaned.slice(0, at), cleaned.slice(at)] : [cleaned, '']
    let free = cleaned
    for (let n = 2; taken.has(free.toLowerCase()); n += 1) free = `${stem}-${n}${ending}`
    taken.add(free.toLowerCase())
    return free
  })
}

/** A line for each file as `sha256sum -c` reads it. */
export const manifestOf = (files: readonly { name: string; sha256: string }[]): string =>
  files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('')
