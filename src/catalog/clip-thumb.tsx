/** A still of a clip: the smallest file that is sharp where it stands, AVIF where the browser can. */
import type { Picture } from './contract.ts'

type ClipThumbProps = {
  /** The same picture in several sizes and formats. */
  thumbs: readonly Picture[]
  /** Empty where a text beside it says the same. */
  alt?: string
  /** How wide it stands, as `<img sizes>`. */
  sizes: string
  /** For what is on the screen at once; all else waits until it comes near. */
  eager?: boolean
  /** What the page is opened for: it comes before fonts and scripts. */
  first?: boolean
  className?: string
}

export const ClipThumb = ({ thumbs, alt = '', sizes, eager, first, className }: ClipThumbProps) => {
  const plain = thumbs.filter(file => file.type === 'image/jpeg')
  const largest = plain.at(-1)
  if (!largest) return null
  const asked = eager ? sizes : `auto, ${sizes}`
  return (
    <picture className={className}>
      <source type="image/avif" srcSet={srcSetOf(thumbs.filter(file => file.type === 'image/avif'))} sizes={asked} />
      {/* For the few browsers without AVIF one size has to do. */}
      <img
        src={largest.url}
        width={largest.width}
        height={largest.height}
        alt={alt}
        loading={eager ? undefined : 'lazy'}
        fetchPriority={first ? 'high' : undefined}
        decoding="async"
      />
    </picture>
  )
}

/** A narrow clip has the same width in two sizes: once is enough. */
const srcSetOf = (files: readonly Picture[]) =>
  files
    .filter(({ width }, i) => files.findIndex(other => other.width === width) === i)
    .map(({ url, width }) => `${url} ${width}w`)
    .join(', ')
