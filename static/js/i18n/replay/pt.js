// What is said of a game that is over, in Portuguese (Brazil).
/** @type {typeof import("./es.js").texts} */
export const texts = {
  "deal.title": "A distribuição foi limpa?",
  "deal.line":
    "Antes da primeira carta o servidor prometeu um segredo, e cada um somou um número. Com isso o seu navegador pode distribuir de novo todas as mãos.",
  "deal.check": "Conferir a distribuição",
  "deal.fair": "Sim: cada carta saiu como estava prometido.",
  "deal.unfair": "Não: alguma coisa não saiu como estava prometido.",
  "deal.wrong_secret": "O segredo não é o que foi prometido.",
  "deal.wrong_dealer": "Outra pessoa devia ter distribuído primeiro.",
  "deal.wrong_hands": "Mãos com outras cartas: {hands}.",
  "deal.here":
    "Este navegador recebeu essa promessa antes da partida, e o seu número está no embaralhamento.",
  "deal.not_mine": "O seu número não está entre os que foram usados.",
  "deal.not_here": "Este navegador não jogou a partida: não sabe o que tinha sido prometido.",
  "deal.none": "Esta partida não mostra o segredo da sua distribuição.",
  "deal.insecure":
    "Aqui não dá para conferir: é preciso https. O arquivo pode ser conferido com “truco verify”.",
  "share.line": "O link mostra a partida inteira, com as cartas de todos, para quem tiver o link.",
  "share.link": "Link da partida",
  "share.copied": "Link copiado.",
  "share.hands.one": "1 mão",
  "share.hands.many": "{n} mãos",
  "share.download": "Baixar a partida",
  "share.bad": "Esse link não leva a nenhuma partida.",
  "share.hand": "Mão {n} · {name} dá as cartas",
  "share.won": "A mão é de {side}: +{n}",
  "share.home": "Ir às mesas",
  "share.play": "{name} joga {card}",
  "share.call": "{name} canta {word}",
  "share.vote": "{name} vota {word}",
  "share.fold": "{name} vai ao baralho",
  "share.drop": "{name} ficou sem conexão",
  "share.back": "{name} voltou",
  "share.clock": "O fósforo apagou",
};
