# Winnow in R (base only) as an outside learner: winnow-lab pipe 1 (docs/extend.md). The same as winnow_learner.py: +1 if
# w.x >= theta, and w_i exp(eta y x_i) on mistakes. The messages are simple enough to be read with regular expressions; with
# the package jsonlite, fromJSON(line) does it.

member <- function(text, name) { # a number or a list of numbers of an object, NULL if it has none of that name
  found <- regmatches(text, regexec(sprintf('"%s":(\\[[^]]*\\]|[^,{}]+)', name), text))[[1]]
  if (length(found) < 2) return(NULL)
  as.numeric(strsplit(gsub("[][]", "", found[2]), ",")[[1]])
}

number <- function(x) sprintf("%.17g", x)
answer <- function(name, body) {
  cat('{"', name, '":{', body, "}}\n", sep = "")
  flush(stdout())
}

instance <- function(text, n) {
  x <- member(text, "x")
  if (is.null(x)) {
    x <- numeric(n)
    x[member(text, "index")] <- member(text, "value")
  }
  x
}

input <- file("stdin", "r")
while (length(line <- readLines(input, n = 1)) > 0) {
  name <- sub('^\\{"([a-z]+)".*$', "\\1", line)
  if (name == "hello") {
    n <- member(line, "n")
    eta <- member(line, "eta")
    theta <- member(line, "theta")
    w <- rep(member(line, "r") / n, n)
    answer("hello", paste0('"protocol":"winnow-lab pipe 1","name":"Winnow in R","threshold":', number(theta)))
  } else if (name == "predict") {
    x <- instance(line, n)
    score <- sum(w * x)
    predicted <- if (score >= theta) 1 else -1
    answer("predict", paste0('"score":', number(score), ',"prediction":', predicted))
  } else if (name == "update") {
    y <- member(line, "y")
    if (predicted != y) w <- w * exp(eta * y * x)
    answer("update", paste0('"updated":', tolower(predicted != y)))
  } else if (name == "score") {
    answer("score", paste0('"score":', number(sum(w * instance(line, n)))))
  } else {
    break
  }
}
