/** A person or a workspace as a small picture, or as the first letters of their name. */
import { atLeast } from '#platform/images/sizes.ts'

import { cx } from './cx.ts'

import css from './avatar.module.css'

type AvatarProps = {
  name: string
  url: string | null
  /** People are round, workspaces square. */
  kind: 'person' | 'workspace'
  size?: keyof typeof sizes_px
}

const sizes_px = { sm: 26, md: 36, lg: 96 }
/** Screens show up to three of their own pixels for one. */
const density = 3

/** Of an email, what stands before the @. */
export const initialsOf = (name: string): string => {
  const words = name
    .replace(/(?<=\S)@\S+$/, '')
    .split(/[\s._+-]+/)
    .filter(word => /\p{L}|\p{N}/u.test(word))
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map(word => /^./u.exec(word ?? '')?.[0] ?? '')
    .join('')
    .toUpperCase()
}

/** Its name stands beside it or on what holds it; the letters are drawn, not said. */
export const Avatar = ({ name, url, kind, size = 'md' }: AvatarProps) => {
  const px = sizes_px[size]
  return (
    <span
      className={cx(css.avatar, css[kind], css[size])}
      aria-hidden="true"
      data-initials={url ? undefined : initialsOf(name)}
    >
      {url && <img src={atLeast(url, px * density)} alt="" width={px} height={px} />}
    </span>
  )
}
