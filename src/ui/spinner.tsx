/** A loading spinner in the style of a film leader countdown. */
import { cx } from './cx.ts'

import styles from './spinner.module.css'

type SpinnerProps = {
  /** The diameter in pixels. */
  size?: 16 | 24 | 32 | 72
  /** Read aloud. Omit it when adjacent text says the same. */
  label?: string
  className?: string
}

export const Spinner = ({ size = 24, label, className }: SpinnerProps) => (
  <span
    className={cx(styles.spinner, className)}
    style={{ width: size, height: size }}
    role={label ? 'status' : undefined}
  >
    {label ? <span className="visually-hidden">{label}</span> : null}
  </span>
)

/** Covers the whole screen while content loads. */
export const LoadingScreen = () => (
  <output className={styles.screen}>
    <Spinner size={72} />
    <span>Loading</span>
  </output>
)
