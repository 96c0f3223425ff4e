/**
 * What counts as one address: an IPv4 address, or the IPv6 network (/56) that one household has. Nothing that a client can
 * choose, such as its User-Agent.
 */
export const networkOf = (address: string): string => {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  if (mapped !== undefined) return mapped
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const [left = [], right = []] = [head, tail ?? ''].map(part => (part === '' ? [] : part.split(':')))
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0')
  const groups = [...left, ...zeros, ...right].slice(0, 4)
  return groups
    .map(group => group.padStart(4, '0').toLowerCase())
    .join('')
    .slice(0, 14)
}
