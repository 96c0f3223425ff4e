#!/bin/sh
# Validates electronic invoices in a folder: *.xml with the official Schematron rules of EN 16931 for CII, and *.pdf as
# PDF/A-3 with Factur-X. Prints a line for each rule that a file breaks, and "valid: <file>" for each valid file. Needs
# Java, Maven and unzip; installs the rest. Exits with 3 and a sentence where that is not possible.
# Usage: validate.sh <folder> [folder to install into]
set -e
files=$1
folder=${2:-${TMPDIR:-/tmp}/longtake-e-invoices}
rules=com.helger.phive.rules:phive-rules-en16931:4.3.7
version=1.3.16
# Contains Saxon and veraPDF, too.
mustang=org.mustangproject:Mustang-CLI:2.26.0

cannot() {
  echo "The validators of electronic invoices cannot be installed here: $1" >&2
  exit 3
}

java -version 2>/dev/null || cannot "Java is missing."
mkdir -p "$folder"
for artifact in $rules $mustang; do
  jar=$(echo "$artifact" | cut -d: -f2,3 | tr : -).jar
  [ -f "$folder/$jar" ] ||
    mvn --quiet dependency:copy -Dartifact="$artifact" -DoutputDirectory="$folder" >&2 || cannot "Maven has no $artifact."
done
sheet=external/schematron/$version/cii/EN16931-CII-validation.xslt
[ -f "$folder/$sheet" ] || unzip -qo "$folder"/phive-rules-*.jar "$sheet" -d "$folder" || cannot "unzip fails."

xml=$(mktemp -d)
reports=$(mktemp -d)
trap 'rm -r "$xml" "$reports"' EXIT
cp "$files"/*.xml "$xml"
java -cp "$folder"/Mustang-CLI-*.jar net.sf.saxon.Transform -s:"$xml" -xsl:"$folder/$sheet" -o:"$reports"
for report in "$reports"/*; do
  name=$(basename "$report")
  grep -q '<svrl:fired-rule' "$report" || echo "$name: no rule was applied"
  if grep -q '<svrl:failed-assert' "$report"; then
    tr '\n' ' ' <"$report" | sed 's/<svrl:failed-assert/\n&/g' | grep '^<svrl:failed-assert' |
      sed "s|.*<svrl:text>\([^<]*\)</svrl:text>.*|$name: \1|"
  else
    echo "valid: $name"
  fi
done
for pdf in "$files"/*.pdf; do
  report=$(java -jar "$folder"/Mustang-CLI-*.jar --no-notices --action validate --source "$pdf" 2>/dev/null) || true
  if echo "$report" | tail -n 5 | grep -q '<summary status="valid"'; then
    echo "valid: $(basename "$pdf")"
  else
    echo "$report" | grep -E '<(error|rule|message|fatal|exception)|status="invalid"|specification=' | sed "s|^ *|$(basename "$pdf"): |"
  fi
done
