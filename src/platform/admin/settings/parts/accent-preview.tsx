/** Shows parts of five screens of the shop in a theme with an accent color of the company's own. */
import type { CSSProperties, ReactNode } from 'react'

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
      <div className={css.screens} inert>
        <Screen title="Front page">
          <span className={css.field}>Search footage</span>
          <Button kind="primary">Search</Button>
        </Screen>
        <Screen title="Search">
          <span className={css.chosen}>Aerial</span>
          <span className={css.focus}>Keyboard focus</span>
          <span className={css.link}>Show all clips</span>
        </Screen>
        <Screen title="Clip">
          <span className={css.name}>Slow tide at dusk</span>
          <span className={css.link}>Why this price</span>
          <Button kind="primary">Add to cart</Button>
        </Screen>
        <Screen title="License">
          <span className={css.chosen}>Web &amp; Social</span>
          <span>Broadcast TV</span>
        </Screen>
        <Screen title="Order">
          <span className={css.name}>It’s yours.</span>
          <Button kind="primary">Download</Button>
          <span className={css.link}>License agreement</span>
        </Screen>
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

const Screen = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={css.screen}>
    <span className={css.label}>{title}</span>
    {children}
  </div>
)
