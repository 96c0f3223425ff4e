/** A still of a clip: the smallest file that is sharp at its size, in AVIF where the browser supports it. */
import type { Picture } from './contract.ts'

type ClipThumbProps = {
  /** The same picture in several sizes and formats. */
  thumbs: readonly Picture[]
  /** Empty where adjacent text says the same. */
  alt?: string
  /** The displayed width, as `<img sizes>`. */
  sizes: string
  /** For pictures on the first screen; others load lazily. */
  eager?: boolean
  /** For the main picture of a page: loads before fonts and scripts. */
  first?: boolean
  className?: string
}

export const ClipThumb = ({ thumbs, alt = '', sizes, eager, first, className }: ClipThumbProps) => {
  const jpegs = thumbs.filter(file => file.type === 'image/jpeg')
  const largest = jpegs.at(-1)
  if (!largest) return null
  const sizesAttribute = eager ? sizes : `auto, ${sizes}`
  return (
    <picture className={className}>
      <source
        type="image/avif"
        srcSet={srcSetOf(thumbs.filter(file => file.type === 'image/avif'))}
        sizes={sizesAttribute}
      />
      {/* One size is enough for the few browsers without AVIF. */}
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

/** Drops files of the same width: a narrow clip has the same width in two sizes. */
const srcSetOf = (files: readonly Picture[]) =>
  files
    .filter(({ width }, i) => files.findIndex(other => other.width === width) === i)
    .map(({ url, width }) => `${url} ${width}w`)
    .join(', ')
