/** The page's styles inside the frame, limited to the properties that hosted fields document. */

const allowedProperties = new Set(
  `-moz-appearance -moz-box-shadow -moz-osx-font-smoothing -moz-tap-highlight-color -moz-transition
  -webkit-appearance -webkit-box-shadow -webkit-font-smoothing -webkit-tap-highlight-color -webkit-text-fill-color -webkit-transition
  appearance box-shadow color direction font font-family font-size font-size-adjust font-stretch font-style
  font-variant font-variant-alternates font-variant-caps font-variant-east-asian font-variant-ligatures font-variant-numeric
  font-weight letter-spacing line-height margin margin-top margin-right margin-bottom margin-left opacity outline
  padding padding-top padding-right padding-bottom padding-left text-align text-shadow transition`.split(/\s+/),
)

export type Styles = { [selector: string]: Styles | string }

/** Applies the configured styles to the document. Properties that are not allowed are dropped with a console warning. */
export function applyStyles(styles: Styles) {
  const sheet = new CSSStyleSheet()
  addRules(sheet, styles)
  document.adoptedStyleSheets = [sheet]
}

function addRules(parent: CSSStyleSheet | CSSMediaRule, styles: Styles) {
  for (const [selector, declarations] of Object.entries(styles)) {
    if (typeof declarations === 'string') continue
    const rule = insertRule(parent, selector)
    if (rule instanceof CSSMediaRule) addRules(rule, declarations)
    else if (rule instanceof CSSStyleRule) applyDeclarations(rule.style, declarations)
  }
}

function insertRule(parent: CSSStyleSheet | CSSMediaRule, selector: string): CSSRule | undefined {
  try {
    return parent.cssRules[parent.insertRule(`${selector} {}`, parent.cssRules.length)]
  } catch {
    // A selector of another browser, such as ::-moz-placeholder, is a syntax error here.
    return undefined
  }
}

function applyDeclarations(style: CSSStyleDeclaration, declarations: Styles) {
  for (const [name, value] of Object.entries(declarations)) {
    const property = name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
    if (allowedProperties.has(property) && typeof value === 'string') style.setProperty(property, value)
    else console.warn(`Card fields do not support the style ${name}.`)
  }
}
