/** Switches between dark and light. Both icons are rendered and the theme shows one, so the server need not know it. */
import { Moon, Sun } from 'lucide-react'

import { cx } from './cx.ts'
import { getCurrentTheme, setTheme, type Theme } from './theme.ts'

import button from './icon-button.module.css'
import styles from './theme-toggle.module.css'

/** Use `onChange` to save the choice with the account. */
export const ThemeToggle = ({ onChange, className }: { onChange?: (theme: Theme) => void; className?: string }) => (
  <button
    type="button"
    className={cx(button.button, button.md, button.quiet, styles.toggle, className)}
    aria-label="Switch between dark and light"
    title="Dark / light"
    onClick={() => {
      const next = getCurrentTheme() === 'dark' ? 'light' : 'dark'
      setTheme(next)
      onChange?.(next)
    }}
  >
    <Sun aria-hidden="true" className={styles.sun} />
    <Moon aria-hidden="true" className={styles.moon} />
  </button>
)
