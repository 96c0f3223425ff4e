/** A honeypot field that people can neither see nor reach: only bots fill it in. */
import type { ComponentProps } from 'react'

import css from './honeypot-field.module.css'

export const HoneypotField = (field: ComponentProps<'input'>) => (
  <div className={css.trap} aria-hidden="true">
    <label>
      Website
      <input {...field} type="text" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
)
