/** A user or a workspace as a small picture, or as initials. */
import { imageUrlAtLeast } from '#platform/images/sizes.ts'

import { cx } from './cx.ts'

import css from './avatar.module.css'

type AvatarProps = {
  name: string
  url: string | null
  /** Users are round, workspaces square. */
  kind: 'person' | 'workspace'
  size?: keyof typeof sizes_px
}

const sizes_px = { sm: 26, md: 36, lg: 96 }
/** High-density screens have up to three device pixels per CSS pixel. */
const PIXEL_DENSITY = 3

/** Returns the initials of a name. Of an email, only the part before the @ counts. */
export const initialsOf = (name: string): string => {
  const parts = name
    .replace(/(?<=\S)@\S+$/, '')
    .split(/[\s._+-]+/)
    .filter(part => /\p{L}|\p{N}/u.test(part))
  return [parts[0], parts.length > 1 ? parts.at(-1) : undefined]
    .map(part => /^./u.exec(part ?? '')?.[0] ?? '')
    .join('')
    .toUpperCase()
}

/** An avatar is hidden from screen readers, because the name is always next to it or on its parent. */
export const Avatar = ({ name, url, kind, size = 'md' }: AvatarProps) => {
  const px = sizes_px[size]
  return (
    <span
      className={cx(css.avatar, css[kind], css[size])}
      aria-hidden="true"
      data-initials={url ? undefined : initialsOf(name)}
    >
      {url && <img src={imageUrlAtLeast(url, px * PIXEL_DENSITY)} alt="" width={px} height={px} />}
    </span>
  )
}
