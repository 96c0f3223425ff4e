/** The withdrawal notice and its model form in a mail. */
import { Hr, Text } from 'react-email'

import { mailStyles as styles } from '#platform/mail/mail-layout.tsx'

/** A heading, or a paragraph or list item below it. */
export type NoticePart = { is_heading: boolean; text: string }

export const WithdrawalNotice = ({ parts }: { parts: readonly NoticePart[] }) =>
  parts.length > 0 && (
    <>
      <Hr style={{ ...styles.rule, marginTop: '36px' }} />
      {parts.map(({ is_heading, text }) => (
        <Text
          key={text}
          style={is_heading ? { ...styles.name, margin: '16px 0 4px' } : { ...styles.soft, margin: '0 0 8px' }}
        >
          {text}
        </Text>
      ))}
    </>
  )
