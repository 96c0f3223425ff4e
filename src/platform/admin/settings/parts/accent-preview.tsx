/** Shows a part of the shop in a theme with an accent color of the company's own. */
import type { CSSProperties } from 'react'

import { Button } from '#ui/button.tsx'

import {
  describeUnreadableAccent,
  getAccentContrast,
  getAccentTokens,
  isReadableAccent,
  type Accent,
  type ThemeName,
} from '../../../settings/accent.ts'

import css from './accent-preview.module.css'

export const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text)

export const AccentPreview = ({ theme, accent }: { theme: ThemeName; accent: Accent }) => {
  const isValid = isColor(accent[theme])
  const style = isValid
    ? Object.fromEntries(Object.entries(getAccentTokens(accent)).map(([name, value]) => [`--${name}`, value]))
    : {}
  return (
    <figure className={css.preview} data-theme={theme} style={style as CSSProperties}>
      <figcaption>{theme === 'light' ? 'Light theme' : 'Dark theme'}</figcaption>
      <div className={css.screen} inert>
        <p className={css.title}>Slow tide at dusk</p>
        <p>
          From $199, <span className={css.link}>price your own license</span>
        </p>
        <p className={css.ways}>
          <Button kind="primary">Add to cart</Button>
          <span className={css.chosen}>Web &amp; Social</span>
          <span className={css.focus}>With the keyboard</span>
        </p>
      </div>
      <p className={css.note}>
        {!isValid
          ? 'Type a color such as #8a5a00.'
          : isReadableAccent(accent[theme], theme)
            ? `Contrast ${(Math.floor(getAccentContrast(accent[theme], theme) * 10) / 10).toFixed(1)}:1, which is enough for text.`
            : describeUnreadableAccent(accent[theme], theme)}
      </p>
    </figure>
  )
}
