// Pasted into two scripts: the one in each page's head (currency-hint.js) and the widget's cards (site/widget/bundle.ts).
// biome-ignore lint/correctness/noUnusedVariables: those use it
const guessCurrency = (places, chosen) => {
  // The time zone comes before the languages, because most browsers in India say en-US.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const regions = navigator.languages.map((language) => language.split('-').pop())
  const codes = Object.keys(places)
  const find = (place) => codes.find((code) => places[code].includes(place))
  return codes.includes(chosen) ? chosen : ([zone, ...regions].map(find).find(Boolean) ?? codes[0])
}
