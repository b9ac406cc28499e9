#include "check/worker/launch.h"

namespace revisit {

using instrument::Image;

Result<Image> openInstrumented(const std::string& path) {
  Result<Image> image = Image::open(path);
  if (image && !image->isInstrumented())
    return Error{ErrorCode::NotInstrumented, path,
                 "not instrumented: build it with revisit-cc or revisit-c++ (CC=revisit-cc CXX=revisit-c++)"};
  return image;
}

Result<std::unique_ptr<NativeOracle>> launchOracle(ExpressionPool& pool, const Image& image, const std::string& program,
                                                   const std::vector<std::string>& arguments, NativeOptions options,
                                                   bool followsValues) {
  options.unseenObjects = image.foreignObjects();
  options.tellsThreadsApart = image.tellsThreadsApart();
  options.walksEnvironment = image.walksEnvironment();
  options.allocationNotes = image.allocationNotes();
  if (!image.usesInputs() && !followsValues)
    return NativeOracle::create(pool, program, arguments, options);
  std::vector<std::string> bitcode;
  for (const instrument::ImageModule& module : image.modules())
    bitcode.emplace_back(module.bitcode);
  Result<std::unique_ptr<PathInterpreter>> interpreter = PathInterpreter::create(pool, std::move(bitcode));
  if (!interpreter)
    return interpreter.error();
  return NativeOracle::create(pool, program, arguments, options, std::move(*interpreter));
}

} // namespace revisit
